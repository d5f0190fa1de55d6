/** Backs up the data in a folder that may not be written. Arguments: the folder with the data, and one for the backups. Prints JSON. */
import path from 'node:path';
import { systemError } from '../../../src/base/index.ts';
import { backUp } from '../../../src/service/index.ts';
import { folderFiles } from '../../../src/site/index.ts';

const [data = '', target = ''] = process.argv.slice(2);
const said = (thrown: unknown): unknown => systemError(thrown).toJSON();
const made = await backUp(data, path.join(target, 'one.backup')).catch(said);
let site: unknown = null;
try {
  folderFiles(path.join(data, 'site')).write('index.html', new Uint8Array([1]));
} catch (error) {
  site = said(error);
}
process.stdout.write(JSON.stringify({ made, site }));
