import { fileURLToPath } from 'node:url';

export const ASSETS = fileURLToPath(new URL('../../assets', import.meta.url));
export const PROTOCOL = fileURLToPath(new URL('../../assets/protocol', import.meta.url));
export const SHIPPED = fileURLToPath(new URL('../../assets/policy', import.meta.url));
