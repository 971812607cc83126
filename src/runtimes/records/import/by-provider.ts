import {
  type Draft,
  type Findings,
  formatOf,
  modelIds,
  modelsOf,
  type Notation,
  present,
  valueAs,
  valuesOf,
} from './draft.js';
import { type Settings, section, textAt } from './settings-file.js';

/** How a program writes down its model providers. */
export interface ProviderNotation extends Notation {
  /** The entry of a channel's `environment` that is the key. */
  readonly keyField: string;
  /** The name of the request format. */
  readonly format: string;
  readonly baseUrl: string;
  readonly apiKey: string;
}

/**
 * A draft a provider, the one that is used now first. `used`: `provider/model`, or a model alone. `keys`: by provider, from where the
 * program keeps them apart from its settings.
 */
export function draftsByProvider(
  providers: Settings,
  used: { provider: string | null; model: string | null },
  keys: Readonly<Record<string, string>>,
  notation: ProviderNotation,
  findings: Findings,
): Draft[] {
  const others = Object.keys(providers).filter((id) => id !== used.provider);
  const main = used.provider === null ? [] : [used.provider];
  if (used.provider === null && others.length === 0) {
    return [{ name: null, models: modelsOf([used.model]) }];
  }
  return [...main, ...others].map((id) => {
    const mine = id === used.provider;
    const settings = section(providers, id);
    const known = [...modelIds(settings.models), ...modelIds([textAt(settings, 'model')])];
    return {
      ...providerFields(id, settings, keys[id], notation, findings),
      name: mine ? null : id,
      models: modelsOf(mine ? [used.model, ...known] : known),
    };
  });
}

function providerFields(
  id: string,
  given: Settings,
  stored: string | undefined,
  { keyField, format, baseUrl, apiKey, ...how }: ProviderNotation,
  findings: Findings,
): Partial<Omit<Draft, 'name' | 'models'>> {
  // One of them keeps the connection in a table of its own.
  const settings = { ...given, ...section(given, 'options') };
  const key = valueAs(settings[apiKey], `${id}.${apiKey}`, findings, how) ?? stored ?? null;
  const environment = key === null ? null : { [keyField]: key };
  const address = textAt(settings, baseUrl);
  // Without an address it is one that the program knows by itself, and goes on reading from its own configuration.
  if (address === null) return present({ modelProvider: id, environment });
  return present({
    modelProvider: id,
    providerName: textAt(settings, 'name') ?? id,
    baseUrl: address,
    apiFormat: formatOf(textAt(settings, format)),
    httpHeaders: valuesOf(section(settings, 'headers'), `${id}.headers`, findings, how),
    environment,
  });
}

/** `provider/model` in its two parts; the model may hold further slashes. */
export function usedModel(written: string | null): { provider: string | null; model: string | null } {
  const at = written?.indexOf('/') ?? -1;
  if (written === null || at <= 0) return { provider: null, model: written };
  return { provider: written.slice(0, at), model: written.slice(at + 1) };
}
