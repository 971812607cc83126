import { languageOf } from '../environment/language.js';
import { composeTaskContent } from '../protocol/task-content.js';

const LIMITS = {
  zh: '只依据请求和配置中写明的内容，不作猜测',
  en: 'use only what the request and the configuration say; guess nothing',
};

/** Task content in the user's own words; nothing is invented. */
export function userTask(request: string): string {
  const language = languageOf(request, undefined);
  return composeTaskContent({ goal: request, limits: LIMITS[language], language });
}
