import { createService, Store } from '../../../src/service/index.ts';

/* Changes the key of a data directory, and kills itself before the first statement that begins with its second argument. */
const [directory = '', moment = ''] = process.argv.slice(2);
const { run, compact } = Store.prototype;
const die = (): never => {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('The process goes on after its end.');
};
Store.prototype.run = function (sql, ...parameters) {
  return sql.startsWith(moment) ? die() : run.call(this, sql, ...parameters);
};
const { service } = createService({ data: directory });
Store.prototype.compact = function () {
  return moment === 'VACUUM' ? die() : compact.call(this);
};
service.vault.rotate();
