/** What a browser should do with a file of a type: show it in place, show it as text, or save it. */
export type Treatment = 'shown' | 'text' | 'saved';

interface FileType {
  readonly type: string;
  readonly treatment: Treatment;
}

const shown = (type: string): FileType => ({ type, treatment: 'shown' });
const text = (type: string): FileType => ({ type: `${type}; charset=utf-8`, treatment: 'text' });
const saved = (type = 'application/octet-stream'): FileType => ({ type, treatment: 'saved' });

/**
 * The endings that a writer's file keeps on a site, each with the type that hosts should send. No browser and no host runs
 * files with these endings. Files with any other ending become text files.
 */
const writerTypes: Readonly<Record<string, FileType>> = {
  apng: shown('image/apng'),
  avif: shown('image/avif'),
  bmp: shown('image/bmp'),
  gif: shown('image/gif'),
  ico: shown('image/x-icon'),
  jpeg: shown('image/jpeg'),
  jpg: shown('image/jpeg'),
  m4a: shown('audio/mp4'),
  m4v: shown('video/mp4'),
  mov: shown('video/quicktime'),
  mp3: shown('audio/mpeg'),
  mp4: shown('video/mp4'),
  oga: shown('audio/ogg'),
  ogg: shown('audio/ogg'),
  ogv: shown('video/ogg'),
  pdf: shown('application/pdf'),
  png: shown('image/png'),
  svg: shown('image/svg+xml'),
  wav: shown('audio/wav'),
  webm: shown('video/webm'),
  webp: shown('image/webp'),
  csv: text('text/csv'),
  json: text('application/json'),
  jsonl: text('application/jsonl'),
  log: text('text/plain'),
  md: text('text/markdown'),
  markdown: text('text/markdown'),
  toml: text('application/toml'),
  tsv: text('text/tab-separated-values'),
  txt: text('text/plain'),
  yaml: text('application/yaml'),
  yml: text('application/yaml'),
  '7z': saved('application/x-7z-compressed'),
  apk: saved('application/vnd.android.package-archive'),
  bin: saved(),
  bz2: saved('application/x-bzip2'),
  deb: saved('application/vnd.debian.binary-package'),
  dmg: saved('application/x-apple-diskimage'),
  doc: saved('application/msword'),
  docx: saved('application/vnd.openxmlformats-officedocument.wordprocessingml.document'),
  eps: saved('application/postscript'),
  epub: saved('application/epub+zip'),
  exe: saved(),
  gz: saved('application/gzip'),
  heic: saved('image/heic'),
  ipynb: saved('application/json'),
  iso: saved(),
  jar: saved('application/java-archive'),
  key: saved(),
  msi: saved(),
  numbers: saved(),
  odp: saved('application/vnd.oasis.opendocument.presentation'),
  ods: saved('application/vnd.oasis.opendocument.spreadsheet'),
  odt: saved('application/vnd.oasis.opendocument.text'),
  otf: saved('font/otf'),
  pages: saved(),
  pkg: saved(),
  ppt: saved('application/vnd.ms-powerpoint'),
  pptx: saved('application/vnd.openxmlformats-officedocument.presentationml.presentation'),
  psd: saved(),
  rar: saved('application/vnd.rar'),
  rpm: saved('application/x-rpm'),
  rtf: saved('application/rtf'),
  sig: saved(),
  sketch: saved(),
  stl: saved('model/stl'),
  tar: saved('application/x-tar'),
  tgz: saved('application/gzip'),
  tif: saved('image/tiff'),
  tiff: saved('image/tiff'),
  ttf: saved('font/ttf'),
  vsdx: saved('application/vnd.ms-visio.drawing.main+xml'),
  woff: saved('font/woff'),
  woff2: saved('font/woff2'),
  xls: saved('application/vnd.ms-excel'),
  xlsx: saved('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'),
  xz: saved('application/x-xz'),
  zip: saved('application/zip'),
  zst: saved('application/zstd'),
};

/** The types of everything on a site: the writers' files, and the site's own. */
export const siteTypes: Readonly<Record<string, string>> = {
  ...Object.fromEntries(Object.entries(writerTypes).map(([ending, { type }]) => [ending, type])),
  css: 'text/css; charset=utf-8',
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  xml: 'application/xml; charset=utf-8',
};

/** The ending of a file's name, in lower case and without its dot. */
export function endingOf(file: string): string {
  return /[^/]\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase() ?? '';
}

/** How a writer's file of this name is treated. */
export function treatmentOf(file: string): Treatment {
  const ending = endingOf(file);
  return Object.hasOwn(writerTypes, ending) ? (writerTypes[ending]?.treatment ?? 'saved') : 'saved';
}

/**
 * The name of a writer's file on a site. An ending that is not on the list gets `.txt` appended. Dots inside the name become
 * hyphens, because some hosts choose by any word between dots how to run a file.
 */
export function writerFileName(name: string): string {
  const known = Object.hasOwn(writerTypes, endingOf(name));
  const at = known ? name.lastIndexOf('.') : name.length;
  const stem = name
    .slice(0, at)
    .replace(/^\.+|[\s.]+$/g, '-')
    .replace(/\.(?!\d+(?:[.-]|$))/g, '-');
  return `${stem}${known ? name.slice(at) : '.txt'}`;
}

/** The path of the text of a file that is not shown under its own name. */
export function textFileFor(file: string): string {
  const slash = file.lastIndexOf('/') + 1;
  return `${file.slice(0, slash)}${file.slice(slash).replaceAll('.', '-')}.txt`;
}
