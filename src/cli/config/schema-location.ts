import { existsSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { pathToFileURL } from 'node:url';

const name = 'sync.config.schema.json';

/**
 * Where an editor finds the schema of a configuration in `folder`: beside the project's own package where a project has one, so
 * that the configuration works for everybody who has the project; otherwise in the package that runs, which is installed for the
 * whole machine. Editors resolve a path against the configuration, and end the location at the first blank, which a URL has not.
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
