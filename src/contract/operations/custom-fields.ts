import { group, pageQuery } from '../operation.ts';
import {
  customFieldDescription,
  customFieldName,
  customFieldOptions,
  customFieldPlaceholder,
  customFieldTitle,
  customFieldType,
  customFieldValues,
  setCustomFieldValue,
} from '../resources/custom-field.ts';
import type { CustomField } from '../resources/custom-field.ts';
import { closed, listOf, mapOf, optional, ref } from '../shapes.ts';

const customFields = group('Custom fields');
const CustomField = ref<CustomField>('CustomField');
const collection = '/v1/orgs/{organizationId}/custom-fields';
const one = '/v1/orgs/{organizationId}/custom-fields/{fieldName}';

export const customFieldOperations = {
  getSpaceCustomFields: customFields.get('/v1/spaces/{spaceId}/custom-fields', {
    summary: 'Get the custom field values of a space',
    access: { on: 'space', right: 'view' },
    result: customFieldValues,
  }),
  updateSpaceCustomFields: customFields.patch('/v1/spaces/{spaceId}/custom-fields', {
    summary: 'Set custom field values of a space',
    done: 'set custom fields of a space',
    access: { on: 'space', right: 'edit' },
    body: closed({ values: mapOf(setCustomFieldValue) }),
    result: null,
  }),
  listOrganizationCustomFields: customFields.list(collection, {
    summary: 'List the custom fields of an organization',
    access: { on: 'organization', right: 'view' },
    query: closed(pageQuery),
    result: listOf(CustomField),
  }),
  createOrganizationCustomField: customFields.post(collection, {
    summary: 'Create a custom field',
    done: 'made a custom field',
    access: { on: 'organization', right: 'admin' },
    body: closed({
      name: customFieldName,
      type: customFieldType,
      title: optional(customFieldTitle),
      description: optional(customFieldDescription),
      placeholder: optional(customFieldPlaceholder),
      options: optional(customFieldOptions),
    }),
    errors: [409],
    status: 201,
    location: true,
    result: CustomField,
  }),
  getOrganizationCustomFieldByName: customFields.get(one, {
    summary: 'Get a custom field by its name',
    access: { on: 'organization', right: 'view' },
    result: CustomField,
  }),
  deleteOrganizationCustomField: customFields.delete(one, {
    summary: 'Delete a custom field and its values',
    done: 'deleted a custom field and its values',
    access: { on: 'organization', right: 'admin' },
  }),
  updateOrganizationCustomField: customFields.patch(one, {
    summary: 'Update a custom field',
    done: 'changed a custom field',
    access: { on: 'organization', right: 'admin' },
    body: closed({
      title: optional(customFieldTitle),
      description: optional(customFieldDescription),
      placeholder: optional(customFieldPlaceholder),
      options: optional(customFieldOptions),
    }),
    result: CustomField,
  }),
};
