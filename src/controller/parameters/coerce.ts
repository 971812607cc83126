import type { ParamSchema } from '../../skills/params-schema.js';
import { toQuantity } from './quantity.js';
import { yesOrNo } from './yes-or-no.js';

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
    if (type === 'boolean') {
      if (/^(?:true|on)$/i.test(text)) return true;
      if (/^(?:false|off)$/i.test(text)) return false;
      const said = yesOrNo(text);
      if (said === 'yes' || said === 'no') return said === 'yes';
    }
    if (type === 'null' && text === 'null') return null;
    if (type === 'array') return text.split(/[,，、]/).map((item) => item.trim());
  }
  return text;
}
