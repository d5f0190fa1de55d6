import { AppError } from '../../base/index.ts';

/** A file that somebody chose in a form. */
export interface Upload {
  readonly name: string;
  readonly contentType: string;
  readonly bytes: Uint8Array;
}

/** The content of a form: texts by name, and the files that were chosen. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly uploads: readonly Upload[];
}

/** The most bytes that a form of the app may have: a page's whole text, with as many of the largest pictures as one form may bring. */
export const formLimit = 24 * 1024 * 1024;

/** A file as Node gives it; Node's types name this type only for browsers. */
interface ChosenFile {
  readonly name: string;
  readonly type: string;
  readonly size: number;
  arrayBuffer(): Promise<ArrayBuffer>;
}

/** Reads the body of a form in either of the two ways in which browsers send one. */
export async function readForm(body: Uint8Array, contentType: string): Promise<Form> {
  let data: Iterable<readonly [string, string | ChosenFile]>;
  try {
    const reading = new Response(Buffer.from(body), { headers: { 'content-type': contentType } });
    data = (await reading.formData()) as unknown as typeof data;
  } catch (cause) {
    throw new AppError('BAD_REQUEST', 'The form cannot be read.', { cause });
  }
  const fields = new Map<string, string>();
  const uploads: Upload[] = [];
  for (const [name, value] of data) {
    if (typeof value === 'string') {
      if (value.includes('\0')) throw new AppError('BAD_REQUEST', 'The form holds a NUL character.');
      fields.set(name, value);
    } else if (value.size > 0) {
      uploads.push({
        name: value.name,
        contentType: value.type === '' ? 'application/octet-stream' : value.type,
        bytes: new Uint8Array(await value.arrayBuffer()),
      });
    }
  }
  return { fields, uploads };
}
