// What `npm pack` and `npm publish` need before they pack: the program and the library's types.
import { build, types } from './ready.mjs';

build();
types();
