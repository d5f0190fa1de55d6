import path from 'node:path';
import { parseGitConfig } from './config-file.ts';
import { readSettings } from './read-settings.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what the machine and the person have configured for git, in the files that git reads: the values of the person count more.
 * `core.attributesfile` is always a whole path here. Files that others include are not followed.
 */
export function readUserConfig(
  env: Environment,
  { home, platform }: { home: string; platform: string },
): Map<string, string> {
  const own = env['XDG_CONFIG_HOME'] || path.join(home, '.config');
  const values = new Map<string, string>();
  for (const file of [...systemFiles(env, platform), ...personFiles(env, { home, own })])
    for (const [key, value] of parseGitConfig(readSettings(file))) values.set(key, value);
  const attributes = values.get('core.attributesfile') ?? path.join(own, 'git', 'attributes');
  return values.set('core.attributesfile', attributes.replace(/^~(?=[/\\])/u, home));
}

function systemFiles(env: Environment, platform: string): string[] {
  const given = env['GIT_CONFIG_SYSTEM'];
  if (/^(?:1|true|yes|on)$/iu.test(env['GIT_CONFIG_NOSYSTEM'] ?? '')) return [];
  if (given !== undefined) return [given];
  if (platform !== 'win32') return ['/etc/gitconfig'];
  const installed = [env['ProgramFiles'], env['LOCALAPPDATA'] && path.join(env['LOCALAPPDATA'], 'Programs')];
  return [
    ...[env['ProgramData']].flatMap((folder) => (folder ? [path.join(folder, 'Git', 'config')] : [])),
    ...installed.flatMap((folder) => (folder ? [path.join(folder, 'Git', 'etc', 'gitconfig')] : [])),
  ];
}

function personFiles(env: Environment, { home, own }: { home: string; own: string }): string[] {
  const given = env['GIT_CONFIG_GLOBAL'];
  return given === undefined ? [path.join(own, 'git', 'config'), path.join(home, '.gitconfig')] : [given];
}
