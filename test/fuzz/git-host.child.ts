import { serveGit } from '../support/git-http-backend.ts';

/** Serves the repositories below a folder as a process of its own, so that it can be killed; says where on its first line. */
const { url } = await serveGit(process.argv[2]!);
process.stdout.write(`${url}\n`);
