/** The identity providers through which an organization's people sign in. */
import { AppError } from '../../base/index.ts';
import { listOf } from '../lists.ts';
import { providersPath } from '../paths.ts';
import { roleChoices, roleOrGuestIn } from '../role-words.ts';
import { field, param, type Outcome, type Visit } from '../visit.ts';
import { breadcrumbsOf } from './frame.ts';

/** How many providers and teams the page shows. */
const most = 200;

/** The providers of an organization, for its administrators. */
export async function providers(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId };
  const all = await listOf(visit, 'listSAMLProvidersInOrganizationById', { params }, most);
  const { title, emailDomains } = await visit.call('getOrganizationById', { params });
  const teams = await listOf(visit, 'listTeamsInOrganizationById', { params }, most);
  return {
    template: 'providers',
    title: `Sign-in of ${title}`,
    crumbs: await breadcrumbsOf(visit, organizationId),
    data: {
      title,
      action: providersPath(organizationId),
      roles: roleChoices,
      teams: teams.map(({ id, title: name }) => ({ id, title: name })),
      domains: emailDomains.join(' '),
      providers: all.map(
        ({ id, label, ssoURL, entityID, certificate, defaultRole, defaultTeam, ...rest }) => ({
          ...{ id, label, ssoURL, entityID, certificate },
          role: defaultRole ?? 'guest',
          team: defaultTeam?.id,
          isReady: rest.status === 'active',
          service: rest.service,
        }),
      ),
    },
  };
}

/** Does what a button of the providers' page says. */
export async function changeProviders(visit: Visit): Promise<Outcome> {
  const organizationId = param(visit, 'organization');
  const params = { organizationId };
  const redirect = providersPath(organizationId);
  const one = { ...params, samlProviderId: field(visit, 'provider') };
  switch (field(visit, 'do')) {
    case 'add':
      await visit.call('createOrganizationSAMLProvider', {
        params,
        body: { label: field(visit, 'label').trim() },
      });
      return { redirect, notice: 'The provider is added. Now fill in what the provider says of itself.' };
    case 'save': {
      const { status } = await visit.call('updateOrganizationSAMLProvider', {
        params: one,
        body: {
          label: field(visit, 'label').trim(),
          ...settingsIn(visit),
          defaultRole: roleOrGuestIn(visit),
        },
      });
      return {
        redirect,
        notice:
          status === 'active'
            ? 'The provider is saved. People can sign in through it.'
            : 'The provider is saved. It is not complete yet.',
      };
    }
    case 'remove':
      await visit.call('deleteOrganizationSAMLProvider', { params: one });
      return { redirect, notice: 'The provider is removed, and the sessions that began there are over.' };
    case 'domains': {
      const emailDomains = field(visit, 'domains')
        .split(/[\s,;]+/)
        .filter((each) => each !== '');
      await visit.call('updateOrganizationById', { params, body: { emailDomains } });
      return { redirect, notice: 'The domains are saved.' };
    }
    default:
      throw new AppError('BAD_REQUEST', 'The form does not say what to do.');
  }
}

/** The settings of a provider in the form; a field that is left empty keeps its old value. */
function settingsIn(visit: Visit) {
  const given = (name: string): string | undefined => {
    const text = field(visit, name).trim();
    return text === '' ? undefined : text;
  };
  const ssoURL = given('ssoURL');
  const entityID = given('entityID');
  const certificate = given('certificate');
  const defaultTeam = given('team');
  return {
    ...(ssoURL === undefined ? {} : { ssoURL }),
    ...(entityID === undefined ? {} : { entityID }),
    ...(certificate === undefined ? {} : { certificate }),
    ...(defaultTeam === undefined ? {} : { defaultTeam }),
  };
}
