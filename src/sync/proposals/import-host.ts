/** Lets the service fetch files from this process: the way of writing on an interface that has imports alone. */
export interface ImportHost {
  /** Serves the files under an address that cannot be guessed, until it is closed. */
  publish(files: ReadonlyMap<string, Uint8Array>): Promise<{ readonly url: string; close(): Promise<void> }>;
}
