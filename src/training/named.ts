import { ABOUT_LABEL } from './about.js';
import type { AboutRequest, NamedFrame, PackageNames } from './authored.js';
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
            frame: frame.text,
          }));
        }),
      ),
    ),
  );
}

/**
 * The types as most people describe their own: half of the examples say little but the work's name, “start the nightly batch”. A type without
 * names is left out.
 */
export function plainly(
  types: readonly RoutedTexts[],
  names: readonly PackageNames[],
  frames: readonly NamedFrame[],
): RoutedTexts[] {
  const next = turns(runFrames(frames, 'examples'));
  return types.flatMap((type) => {
    const named = names.find((each) => each.package === type.name);
    if (named === undefined) return [];
    const said = sentences(named, PLAIN_EXAMPLES, next).map(({ text }) => text);
    return [{ ...type, examples: [...type.examples.slice(0, OWN_EXAMPLES), ...said] }];
  });
}

/** A request for the work that a name stands for. `frame`: the sentence around the name. */
export interface PlainRequest {
  readonly package: string;
  readonly text: string;
  readonly frame: string;
}

/** Requests by the names, in other sentences than the plain examples'. */
export function plainRequests(names: readonly PackageNames[], frames: readonly NamedFrame[]): PlainRequest[] {
  const next = turns(runFrames(frames, 'requests'));
  return names.flatMap((named) => sentences(named, PLAIN_REQUESTS, next));
}

/** The plain requests as rows of their types: for those whose rows come with the product. */
export function plainUtterances(requests: readonly PlainRequest[]): Utterance[] {
  return requests.map(({ package: label, text, frame }) => ({ label, text, many: true, fold: foldOf(frame) }));
}

function runFrames(frames: readonly NamedFrame[], use: 'examples' | 'requests'): NamedFrame[] {
  return LANGUAGES.flatMap((spoken) =>
    frames
      .filter(({ asks, lang }) => asks === 'run' && lang === spoken)
      .filter((_, at) => (at % 2 === 0) === (use === 'examples')),
  );
}

function sentences(named: PackageNames, times: number, next: ReturnType<typeof turns>): PlainRequest[] {
  return LANGUAGES.flatMap((lang) =>
    named[lang].flatMap((name) =>
      next('run', lang, times).map((frame) => ({ package: named.package, text: fill(frame, name), frame: frame.text })),
    ),
  );
}

/** What each sentence that wants no run says without the name: words that stand beside any type's own. */
export function namelessUtterances(frames: readonly NamedFrame[]): Utterance[] {
  return frames.flatMap(({ asks, text }): Utterance[] => {
    if (asks === 'run') return [];
    return [{ label: ABOUT_LABEL[asks], text: text.replace('{}', ' ').trim(), many: true, fold: foldOf(text) }];
  });
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
