import { addPage, pageForm, newPage, changePage } from './screens/arrange.ts';
import { audit } from './screens/audit.ts';
import { change, changedPage, changeLinks } from './screens/change.ts';
import { actOnChangeRequest, changes } from './screens/changes.ts';
import { comments, postComment } from './screens/comments.ts';
import { conflict, conflicts } from './screens/conflicts.ts';
import { saveDecision } from './screens/decide.ts';
import { saveFromScript, editor, preview, save } from './screens/edit.ts';
import { download, pdf } from './screens/download.ts';
import { compare, history } from './screens/history.ts';
import { links } from './screens/links.ts';
import { look, saveLook, previewLook } from './screens/look.ts';
import { changeInstallation, installation, integration, site, specification } from './screens/objects.ts';
import { invitation, join, joinAsNewUser, invitationForVisitor } from './screens/invitation.ts';
import { changePeople, people } from './screens/people.ts';
import { changeSite } from './screens/site-changes.ts';
import { changeProviders, providers } from './screens/providers.ts';
import { changeTeam, newTeam, team, teams } from './screens/teams.ts';
import { changeTokens, tokens } from './screens/tokens.ts';
import { collection, home, newSite, organization } from './screens/overview.ts';
import { files, page } from './screens/page.ts';
import { addPictures } from './screens/pictures.ts';
import { siteBefore, sitePreview } from './screens/preview.ts';
import { search } from './screens/search.ts';
import type { Route, ShowScreen } from './visit.ts';

const get = (path: string, show: ShowScreen): Route => ({ method: 'GET', path, show });
const post = (path: string, show: ShowScreen): Route => ({ method: 'POST', path, show });

const space = '/app/spaces/:space';
const request = `${space}/~/changes/:number`;

/** Every address of the app except signing in and out. After `~` come the app's own addresses; everything else is a page's path. */
export const routes: readonly Route[] = [
  get('/app', home),
  get('/app/', home),
  get('/app/search', search),
  get('/app/o/:organization', organization),
  post('/app/o/:organization', newSite),
  get('/app/o/:organization/people', people),
  post('/app/o/:organization/people', changePeople),
  get('/app/o/:organization/providers', providers),
  post('/app/o/:organization/providers', changeProviders),
  get('/app/o/:organization/audit', audit),
  get('/app/o/:organization/teams', teams),
  post('/app/o/:organization/teams', newTeam),
  get('/app/o/:organization/teams/:team', team),
  post('/app/o/:organization/teams/:team', changeTeam),
  { ...get('/app/o/:organization/join/:invite', invitation), stranger: invitationForVisitor },
  { ...post('/app/o/:organization/join/:invite', join), stranger: joinAsNewUser },
  get('/app/tokens', tokens),
  post('/app/tokens', changeTokens),
  get('/app/o/:organization/openapi/:slug', specification),
  get('/app/o/:organization/integrations/:name', installation),
  post('/app/o/:organization/integrations/:name', changeInstallation),
  get('/app/integrations/:name', integration),
  get('/app/collections/:collection', collection),
  get('/app/sites/:site', site),
  post('/app/sites/:site', changeSite),
  get('/app/sites/:site/preview', siteBefore),
  get('/app/sites/:site/look', look),
  post('/app/sites/:site/look', saveLook),
  post('/app/sites/:site/look/try', previewLook),
  get(space, page),
  get(`${space}/*`, page),
  get(`${space}/~/files`, files),
  get(`${space}/~/history`, history),
  get(`${space}/~/compare`, compare),
  get(`${space}/~/links`, links),
  get(`${space}/~/download`, download),
  get(`${space}/~/comments`, comments),
  post(`${space}/~/comments`, postComment),
  get(`${space}/~/edit`, editor),
  post(`${space}/~/edit`, save),
  post(`${space}/~/autosave`, saveFromScript),
  post(`${space}/~/pictures`, addPictures),
  post(`${space}/~/preview`, preview),
  get(`${space}/~/new`, newPage),
  post(`${space}/~/new`, addPage),
  get(`${space}/~/arrange`, pageForm),
  post(`${space}/~/arrange`, changePage),
  get(`${space}/~/revisions/:revision`, page),
  get(`${space}/~/revisions/:revision/~/download`, download),
  get(`${space}/~/revisions/:revision/*`, page),
  get(`${space}/~/changes`, changes),
  get(request, change),
  post(request, actOnChangeRequest),
  get(`${request}/~/pages/:page`, changedPage),
  get(`${request}/~/links`, changeLinks),
  get(`${request}/~/download`, download),
  get(`${request}/~/pdf`, pdf),
  get(`${request}/~/site`, sitePreview),
  get(`${request}/*`, page),
  post(`${request}/~/comments`, postComment),
  get(`${request}/~/edit`, editor),
  post(`${request}/~/edit`, save),
  post(`${request}/~/autosave`, saveFromScript),
  post(`${request}/~/pictures`, addPictures),
  post(`${request}/~/preview`, preview),
  get(`${request}/~/new`, newPage),
  post(`${request}/~/new`, addPage),
  get(`${request}/~/arrange`, pageForm),
  post(`${request}/~/arrange`, changePage),
  get(`${request}/~/conflicts`, conflicts),
  get(`${request}/~/fix`, conflict),
  post(`${request}/~/fix`, saveDecision),
];
