/** Lets the service fetch files from this process: the way of writing on an interface that has imports alone. */
export interface ImportHost {
  /** Serves the files under an address that cannot be guessed, until it is closed; `url` ends in `/`. */
  publish(files: ReadonlyMap<string, Uint8Array>): Promise<{
    readonly url: string;
    /** The address of one of the files. */
    urlOf(name: string): string;
    /** How often something below the address was asked for: whether the service reaches us; null where that cannot be seen. */
    fetched(): number | null;
    close(): Promise<void>;
  }>;
}
