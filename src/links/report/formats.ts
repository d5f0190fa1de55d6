/** The names of the formats that a report can be printed in. */
export const reportFormats = [
  'text',
  'json',
  'junit',
  'sarif',
  'github',
  'gitlab',
  'rdjson',
  'checkstyle',
  'markdown',
  'html',
] as const;

export type ReportFormat = (typeof reportFormats)[number];
