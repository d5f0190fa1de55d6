import { openDatabase } from '../../src/database/index.ts';

/* Opens a database, and warns of something else. */
const database = openDatabase(':memory:');
process.stdout.write(`${JSON.stringify(database.prepare('SELECT 42 AS answer').get())}\n`);
database.close();
process.emitWarning('another feature', 'ExperimentalWarning');
process.emitWarning('a warning of the program');
