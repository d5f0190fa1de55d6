// The file that `tidemark` starts. On a Node that is too old, it says which Node it needs; such a Node may only parse ES5.
'use strict';
var wanted = WANTED;
var found = process.versions.node.split('.').map(Number);
var isOld = found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1]);
if (isOld) {
  process.stderr.write(
    'error: tidemark needs Node ' +
      wanted.slice(0, 2).join('.') +
      ' or later, and this is Node ' +
      process.versions.node +
      '. Install a newer Node and run the command again.\n',
  );
  process.exitCode = 2;
} else {
  module.exports = require('./program.js');
  if (require.main === module) module.exports.start();
}
