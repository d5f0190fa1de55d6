import { AppError, systemError } from '../base/index.ts';
import { startService as start } from '../service/index.ts';

export { AppError };

export interface ServiceOptions {
  /** The folder of the database, or `:memory:` for a database that ends with the process. */
  readonly data: string;
  readonly host?: string;
  /** The port; 0 (the default) takes a free one. */
  readonly port?: number;
  /** Folders of documentation to load; a database loads each only once. */
  readonly seeds?: readonly string[];
  /** The name of the first organization, when the database has none. */
  readonly organizationTitle?: string;
}

/** A running service, and what a caller needs to use it. */
export interface StartedService {
  readonly url: string;
  /** The administrator's first token, of which only a hash is kept; null where the database has tokens already. */
  readonly token: string | null;
  readonly organization: string;
  readonly spaces: readonly { readonly id: string; readonly title: string }[];
  /** Ends the answers under way, and closes the database. */
  close(): Promise<void>;
}

/** Starts the embedded service, which implements the whole interface: for tests, previews and work without a network. */
export async function startService(options: ServiceOptions): Promise<StartedService> {
  const { port = 0 } = options;
  if (!(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new AppError('USAGE', `${port} is not a port: ports are whole numbers from 0 to 65535.`, {
      hint: 'Give 0, or leave the port out, to take a free one.',
    });
  const { url, token, organization, spaces, close } = await start(options).catch(refuse);
  return { url, token, organization, spaces, close };
}

/** Throws a failure with a code of the error table. Its hint speaks of the option in the program, and not of the command line. */
function refuse(thrown: unknown): never {
  const error = systemError(thrown);
  if (error.code !== 'PORT_IN_USE') throw error;
  throw new AppError(error.code, error.message, {
    hint: 'Give another port, or 0 to take a free one.',
    cause: thrown,
  });
}
