export { organizationHandlers } from './handlers.ts';
export { memberHandlers, membersById } from './member-handlers.ts';
export { createTeam, grantLevel, removeMember, setMember } from './members.ts';
export { createOrganization, organizationById, organizationsJson } from './organizations.ts';
export { createUser, ensureUser, unknownUser, usersById } from './users.ts';
