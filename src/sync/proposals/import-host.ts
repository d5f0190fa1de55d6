/** Lets the service fetch files from this process: the way of writing on an interface that only has imports. */
export interface ImportHost {
  /** Serves the files below an address that nobody can guess, until it is closed; `url` ends in `/`. */
  publish(files: ReadonlyMap<string, Uint8Array>): Promise<{
    readonly url: string;
    /** The address of one of the files. */
    urlOf(name: string): string;
    /** How many requests came below the address, which shows whether the service reaches us; null where this host cannot see that. */
    fetched(): number | null;
    close(): Promise<void>;
  }>;
}
