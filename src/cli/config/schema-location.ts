import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const name = 'sync.config.schema.json';

/**
 * The location of the schema for a configuration in `folder`: in the project's own package if there is one, so that the
 * configuration works for everybody with the project; otherwise in the running package, which is installed for the whole
 * machine. Editors resolve a path against the configuration, and cut it at the first blank, which a URL never has.
 */
export function schemaLocation(folder: string, runningPackage: string): string {
  for (let above = folder; ; above = dirname(above)) {
    const schema = join(above, 'node_modules', 'tidemark', name);
    if (existsSync(schema)) return fromConfiguration(relative(folder, schema));
    if (above === dirname(above)) break;
  }
  return pathToFileURL(join(runningPackage, name)).href;
}

function fromConfiguration(path: string): string {
  const steps = path.split(sep).join('/');
  return steps.startsWith('.') ? steps : `./${steps}`;
}
