import type { ParamSchema } from '../../skills/params-schema.js';
import { toQuantity } from './quantity.js';

/** A value as the schema's type wants it; the text itself where it fits no type, for validation to name. */
export function coerce(text: string, schema: ParamSchema): unknown {
  const types = schema.type === undefined ? [] : Array.isArray(schema.type) ? schema.type : [schema.type];
  if (schema.enum !== undefined) {
    const same = schema.enum.find((value) => String(value).toLowerCase() === text.toLowerCase());
    if (same !== undefined) return same;
  }
  for (const type of types) {
    if (type === 'number' || type === 'integer') {
      const quantity = toQuantity(text, schema['x-unit'] ?? null);
      if (quantity !== null) return quantity;
    }
    if (type === 'boolean' && /^(true|yes|on|是|false|no|off|否)$/i.test(text)) return /^(true|yes|on|是)$/i.test(text);
    if (type === 'null' && text === 'null') return null;
    if (type === 'array') return text.split(/[,，、]/).map((item) => item.trim());
  }
  return text;
}
