import type { AboutRequest, AuthoredPackage, NamedFrame, PackageNames } from './authored.js';
import type { RoutedTexts } from './protocol-data.js';
import { foldOf } from './split.js';
import type { Utterance } from './utterances.js';

const LANGUAGES = ['en', 'zh'] as const;
/** How often each name is put into a sentence of each kind. */
const ABOUT = { cancel: 1, nothing: 1, status: 2, failure: 1 } as const;
/** A package's own examples that stay when the others are plain ones. */
const OWN_EXAMPLES = 5;
/** Plain examples and plain requests a name. */
const PLAIN_EXAMPLES = 2;
const PLAIN_REQUESTS = 2;

/** Sentences about the work that the names stand for where no run of it is wanted. Frames take turns. */
export function namedAbout(names: readonly PackageNames[], frames: readonly NamedFrame[]): AboutRequest[] {
  const next = turns(frames);
  return names.flatMap((named) =>
    LANGUAGES.flatMap((lang) =>
      named[lang].flatMap((name) =>
        Object.entries(ABOUT).flatMap(([kind, times]) => {
          const asks = kind as keyof typeof ABOUT;
          return next(asks, lang, times).map((frame) => ({
            package: named.package,
            asks,
            lang,
            text: fill(frame, name),
          }));
        }),
      ),
    ),
  );
}

/**
 * The types as most people describe their own: half of the examples say little but the work's name (“start the nightly batch”), and so do the
 * requests, in other sentences than the examples'. A type without names is left out.
 */
export function plainly(
  types: readonly RoutedTexts[],
  names: readonly PackageNames[],
  frames: readonly NamedFrame[],
): AuthoredPackage[] {
  const runs = frames.filter(({ asks }) => asks === 'run');
  const forExamples = turns(runs.filter((_, at) => at % 2 === 0));
  const forRequests = turns(runs.filter((_, at) => at % 2 === 1));
  const said = (named: PackageNames, next: ReturnType<typeof turns>, times: number) =>
    LANGUAGES.flatMap((lang) =>
      named[lang].flatMap((name) => next('run', lang, times).map((frame) => fill(frame, name))),
    );
  return types.flatMap((type) => {
    const named = names.find((each) => each.package === type.name);
    if (named === undefined) return [];
    const { name, description, when_to_use } = type;
    const examples = [...type.examples.slice(0, OWN_EXAMPLES), ...said(named, forExamples, PLAIN_EXAMPLES)];
    return [{ name, description, when_to_use, examples, requests: said(named, forRequests, PLAIN_REQUESTS) }];
  });
}

/** The plain requests as rows of their types: for those whose rows come with the product. */
export function plainUtterances(types: readonly AuthoredPackage[]): Utterance[] {
  return types.flatMap(({ name: label, requests }) =>
    requests.map((text) => ({ label, text, many: true, fold: foldOf(text) })),
  );
}

function fill({ text }: NamedFrame, name: string): string {
  return text.replace('{}', () => name);
}

/** Gives the next so many frames of a kind and language, all of them in turn. */
function turns(frames: readonly NamedFrame[]) {
  let turn = 0;
  return (asks: NamedFrame['asks'], lang: NamedFrame['lang'], times: number): NamedFrame[] => {
    const own = frames.filter((frame) => frame.asks === asks && frame.lang === lang);
    return Array.from({ length: own.length === 0 ? 0 : times }, () => {
      turn += 1;
      return own[(turn * 7919) % own.length] as NamedFrame;
    });
  };
}
