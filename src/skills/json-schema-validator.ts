/** Loaded only where parameters are checked: it costs start-up time. Named imports of a CommonJS package must be static to survive bundling. */
export { Ajv } from 'ajv';
export { Ajv2020 } from 'ajv/dist/2020.js';
