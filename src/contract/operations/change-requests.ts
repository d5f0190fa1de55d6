import { group, pageQuery } from '../operation.ts';
import {
  changeRequestStatus,
  changeRequestSubject,
  mergeResult,
  updateResult,
} from '../resources/change-request.ts';
import type { ChangeRequest, ChangeRequestConflict } from '../resources/change-request.ts';
import { arrayOf, closed, flag, id, listOf, oneOf, open, optional, ref, text, uri } from '../shapes.ts';

const changeRequests = group('Change requests');
const ChangeRequest = ref<ChangeRequest>('ChangeRequest');

export const changeRequestOperations = {
  listChangeRequestsForSpace: changeRequests.list('/v1/spaces/{spaceId}/change-requests', {
    summary: 'List the change requests of a space; open ones unless a status is asked for',
    access: { on: 'space', right: 'access' },
    query: closed({ ...pageQuery, status: optional(changeRequestStatus), contributor: optional(id) }),
    result: listOf(ChangeRequest),
  }),
  createChangeRequest: changeRequests.post('/v1/spaces/{spaceId}/change-requests', {
    summary: 'Create a change request; it is a draft',
    done: 'opened a change request as a draft',
    access: { on: 'space', right: 'edit' },
    body: closed({ subject: optional(changeRequestSubject), agentTaskId: optional(text) }),
    status: 201,
    location: true,
    result: ChangeRequest,
  }),
  getChangeRequestById: changeRequests.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
    summary: 'Get a change request by its id or number',
    access: { on: 'changeRequest', right: 'view' },
    result: ChangeRequest,
  }),
  updateChangeRequestById: changeRequests.patch('/v1/spaces/{spaceId}/change-requests/{changeRequestId}', {
    summary: 'Update the subject or the status of a change request',
    done: 'changed the subject or the status of a change request',
    access: { on: 'changeRequest', right: 'edit' },
    body: closed({
      subject: optional(changeRequestSubject),
      status: optional(oneOf(['draft', 'open', 'archived'])),
    }),
    errors: [412],
    result: ChangeRequest,
  }),
  mergeChangeRequest: changeRequests.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/merge', {
    summary: 'Merge a change request into the primary content',
    done: 'merged a change request',
    access: { on: 'space', right: 'merge' },
    errors: [409, 412],
    result: mergeResult,
  }),
  updateChangeRequest: changeRequests.post('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/update', {
    summary: 'Bring the primary content into a change request',
    done: 'brought a change request up to date with its space',
    access: { on: 'changeRequest', right: 'edit' },
    errors: [409, 412],
    result: updateResult,
  }),
  getChangeRequestPDF: changeRequests.get('/v1/spaces/{spaceId}/change-requests/{changeRequestId}/pdf', {
    summary: 'Get the address of a PDF of a change request',
    access: { on: 'changeRequest', right: 'view' },
    query: closed({ only: optional(flag), page: optional(id) }),
    errors: [501],
    result: open({ url: uri }),
  }),
};

const conflictGroup = group('Change requests', { source: 'extension' });

export const changeRequestExtensions = {
  getChangeRequestConflicts: conflictGroup.get(
    '/v1/spaces/{spaceId}/change-requests/{changeRequestId}/conflicts',
    {
      summary: 'List what waits for a decision since the change request took the primary content in',
      access: { on: 'changeRequest', right: 'view' },
      result: open({ conflicts: arrayOf(ref<ChangeRequestConflict>('ChangeRequestConflict')) }),
    },
  ),
};
