import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach } from 'vitest';
import { packageRoot } from '../../src/base/index.ts';
import { startService, type StartedService } from '../../src/service/index.ts';

/** What commands are tried on: a service with the sample, the same for all tests of a file, and an empty folder for each test. */
export interface SampleService {
  readonly service: StartedService;
  readonly folder: string;
}

/** Starts the service before the tests of the file that calls this, and ends it after them. */
export function sampleService(): SampleService {
  let service: StartedService | undefined;
  let folder = '';
  beforeAll(async () => {
    service = await startService({ data: ':memory:', seeds: [join(packageRoot(), 'templates', 'sample')] });
  });
  afterAll(() => service?.close());
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'tidemark-cli-'));
    return () => rmSync(folder, { recursive: true, force: true });
  });
  return {
    get service() {
      if (service === undefined) throw new Error('The service starts with the first test.');
      return service;
    },
    get folder() {
      return folder;
    },
  };
}
