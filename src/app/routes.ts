import { change, changedPage, changeLinks } from './screens/change.ts';
import { act, changes, conflict, fix } from './screens/changes.ts';
import { comments, postComment } from './screens/comments.ts';
import { addPage, arrange, editor, newPage, preview, rearrange, save } from './screens/edit.ts';
import { download } from './screens/download.ts';
import { compare, history } from './screens/history.ts';
import { links } from './screens/links.ts';
import { installation, integration, publish, site, specification } from './screens/objects.ts';
import { collection, home, organization } from './screens/overview.ts';
import { files, page } from './screens/page.ts';
import { search } from './screens/search.ts';
import type { Route, Show } from './visit.ts';

const get = (path: string, show: Show): Route => ({ method: 'GET', path, show });
const post = (path: string, show: Show): Route => ({ method: 'POST', path, show });

const space = '/app/spaces/:space';
const request = `${space}/~/changes/:number`;

/** Every address of the app except signing in and out. After `~` come the app's own addresses; everything else is a page's path. */
export const routes: readonly Route[] = [
  get('/app', home),
  get('/app/', home),
  get('/app/search', search),
  get('/app/o/:organization', organization),
  get('/app/o/:organization/openapi/:slug', specification),
  get('/app/o/:organization/integrations/:name', installation),
  get('/app/integrations/:name', integration),
  get('/app/collections/:collection', collection),
  get('/app/sites/:site', site),
  post('/app/sites/:site', publish),
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
  post(`${space}/~/preview`, preview),
  get(`${space}/~/new`, newPage),
  post(`${space}/~/new`, addPage),
  get(`${space}/~/arrange`, arrange),
  post(`${space}/~/arrange`, rearrange),
  get(`${space}/~/revisions/:revision`, page),
  get(`${space}/~/revisions/:revision/~/download`, download),
  get(`${space}/~/revisions/:revision/*`, page),
  get(`${space}/~/changes`, changes),
  get(request, change),
  post(request, act),
  get(`${request}/~/pages/:page`, changedPage),
  get(`${request}/~/links`, changeLinks),
  get(`${request}/~/download`, download),
  get(`${request}/*`, page),
  post(`${request}/~/comments`, postComment),
  get(`${request}/~/edit`, editor),
  post(`${request}/~/edit`, save),
  post(`${request}/~/preview`, preview),
  get(`${request}/~/new`, newPage),
  post(`${request}/~/new`, addPage),
  get(`${request}/~/arrange`, arrange),
  post(`${request}/~/arrange`, rearrange),
  get(`${request}/~/fix`, conflict),
  post(`${request}/~/fix`, fix),
];
