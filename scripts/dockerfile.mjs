// Reads a Dockerfile and its list of ignored files: only the parts that this project uses. Anything unknown is refused, so that
// nobody believes that an unchecked step was checked.

const known = new Set(
  'FROM WORKDIR COPY RUN ENV LABEL USER VOLUME EXPOSE STOPSIGNAL HEALTHCHECK ENTRYPOINT CMD'.split(' '),
);

/** Returns the stages in order, each with its base image, its name and its instructions as `{ name, text }`. */
export function parseDockerfile(text) {
  const stages = [];
  for (const { name, text: rest } of instructionsOf(text)) {
    if (!known.has(name)) throw new Error(`The Dockerfile says ${name}, which these steps do not know.`);
    if (name === 'FROM') {
      const [, base, stage] = /^(\S+)(?: AS (\S+))?$/i.exec(rest) ?? [];
      stages.push({ base, name: stage ?? String(stages.length), instructions: [] });
    } else stages.at(-1).instructions.push({ name, text: rest });
  }
  return stages;
}

function instructionsOf(text) {
  return text
    .replace(/^\s*#.*\n/gm, '')
    .replace(/\s*\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => {
      const [, name, rest] = /^(\S+)\s+(.*)$/.exec(line.trim());
      return { name: name.toUpperCase(), text: rest };
    });
}

/** The parts of a COPY: the stage it copies from (undefined for the build context), its sources and its destination. */
export function parseCopy(text) {
  const words = text.split(/\s+/);
  const flags = words.filter((word) => word.startsWith('--'));
  const paths = words.filter((word) => !word.startsWith('--'));
  const other = flags.filter((flag) => !flag.startsWith('--from='));
  if (other.length > 0 || paths.some((path) => /[*?[]/.test(path)))
    throw new Error(`COPY ${text} says more than these steps know.`);
  return { from: flags[0]?.slice('--from='.length), sources: paths.slice(0, -1), to: paths.at(-1) };
}

/** Says which paths of the build context are left out. Unlike git's, a pattern begins at the root of the context. */
export function ignoredBy(dockerignore) {
  const patterns = dockerignore
    .split('\n')
    .map((line) => line.trim().replace(/^\/|\/$/g, ''))
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((pattern) => {
      if (/[!?[\\]/.test(pattern)) throw new Error(`${pattern} says more than these steps know.`);
      const source = pattern
        .replace(/[.+^${}()|]/g, '\\$&')
        .replaceAll('**/', '\0')
        .replaceAll('*', '[^/]*')
        .replaceAll('\0', '(?:.*/)?');
      return new RegExp(`^${source}(?:/|$)`);
    });
  return (path) => patterns.some((pattern) => pattern.test(path));
}
