import { BadInputError } from '../../kit/errors.js';
import type { Language } from '../../kit/language.js';
import { search, size } from './contents.js';
import { branches, commits, contributors, fileHistory } from './history.js';
import type { Question } from './question.js';
import type { Repository } from './repository.js';

/** The lines of the answer. Throws BadInputError where something is missing, or git refuses. */
export async function answer(repository: Repository, question: Question, language: Language): Promise<string[]> {
  const { what, path, text, count } = question;
  switch (what) {
    case 'commits':
      return await commits(repository, { path, count }, language);
    case 'file_history':
      return path === null
        ? await commits(repository, { path, count }, language)
        : await fileHistory(repository, { path, count }, language);
    case 'search':
      if (text === null) {
        throw new BadInputError(
          '要找什么？请把它放在引号里，例如：搜一下“connection refused”',
          'What shall be looked for? Put it in quotes, as in: search for "connection refused"',
        );
      }
      return await search(repository, { text, path }, language);
    case 'size':
      return await size(repository, language);
    case 'contributors':
      return await contributors(repository, language);
    case 'branches':
      return await branches(repository, language);
    case null:
      return [
        ...(await size(repository, language)).slice(0, 1),
        ...(await branches(repository, language)).slice(0, 1),
        ...(await contributors(repository, language)).slice(0, 1),
        ...(await commits(repository, { path, count: count ?? 5 }, language)),
      ];
  }
}
