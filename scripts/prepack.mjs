// Runs before `npm pack` and `npm publish`: builds the program and the library's types.
import { build, types } from './ready.mjs';

build();
types();
