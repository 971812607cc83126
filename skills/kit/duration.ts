import type { Language } from './language.js';

/** `0.4 s`, `12.3 s`, `3 min 20 s`, `2 h 5 min`; 「0.4 秒」「3 分 20 秒」「2 小时 5 分」. */
export function sayDuration(ms: number, language: Language): string {
  const zh = language === 'zh';
  const tenths = Math.round(Math.max(0, ms) / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} ${zh ? '秒' : 's'}`;
  const seconds = Math.round(tenths / 10);
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  if (minutes < 60) return zh ? `${minutes} 分 ${rest} 秒` : `${minutes} min ${rest} s`;
  const [hours, left] = [Math.floor(minutes / 60), minutes % 60];
  return zh ? `${hours} 小时 ${left} 分` : `${hours} h ${left} min`;
}
