import { type Language, say } from '../../kit/language.js';

/** What is said of a target besides its value, in both languages. */
export type Message =
  | { code: 'space'; free: string; total: string }
  | { code: 'inodes'; percent: number }
  | { code: 'memory'; available: string; total: string }
  | { code: 'load'; averages: readonly number[]; cores: number }
  | { code: 'status'; status: number; wanted: string }
  | { code: 'redirects'; status: number; to: string }
  | { code: 'text_missing'; text: string }
  | { code: 'no_answer'; seconds: number }
  | { code: 'refused'; reason: string }
  | { code: 'not_http'; reason: string }
  | { code: 'closed'; reason: string }
  | { code: 'open' }
  | { code: 'unknown_host'; host: string; reason: string }
  | { code: 'barred'; host: string; address: string }
  | { code: 'untrusted'; reason: string }
  | { code: 'certificate'; name: string; until: string; chain: string }
  | { code: 'expired'; until: string }
  | { code: 'not_yet'; from: string }
  | { code: 'self_signed' }
  | { code: 'wrong_host'; host: string; names: string }
  | { code: 'no_certificate'; reason: string }
  | { code: 'unreadable'; reason: string }
  | { code: 'not_here'; what: string };

export function sayMessage(message: Message, language: Language): string {
  const [zh, en] = inBoth(message);
  return say(language, zh, en);
}

function inBoth(message: Message): [zh: string, en: string] {
  switch (message.code) {
    case 'space':
      return [`剩余 ${message.free}，共 ${message.total}`, `${message.free} free of ${message.total}`];
    case 'inodes':
      return [`inode 已用 ${message.percent}%`, `${message.percent}% of the inodes used`];
    case 'memory':
      return [`可用 ${message.available}，共 ${message.total}`, `${message.available} available of ${message.total}`];
    case 'load': {
      const averages = message.averages.map((average) => average.toFixed(2)).join(' ');
      return [`负载 ${averages}，${message.cores} 核`, `load ${averages} on ${message.cores} cores`];
    }
    case 'status':
      return [`返回 ${message.status}，应为 ${message.wanted}`, `answers ${message.status}, not ${message.wanted}`];
    case 'redirects':
      return [
        `返回 ${message.status}，重定向到 ${message.to}（没有跟过去）`,
        `answers ${message.status}: redirects to ${message.to} (not followed)`,
      ];
    case 'text_missing':
      return [`应答里没有 ${message.text}`, `the answer does not hold ${message.text}`];
    case 'no_answer':
      return [`${message.seconds} 秒内没有应答`, `no answer within ${message.seconds} s`];
    case 'refused':
      return [`连不上（${message.reason}）`, `cannot be reached (${message.reason})`];
    case 'not_http':
      return [`应答不是有效的 HTTP（${message.reason}）`, `does not answer in valid HTTP (${message.reason})`];
    case 'closed':
      return [`端口没有开放（${message.reason}）`, `the port is not open (${message.reason})`];
    case 'open':
      return ['端口是开放的，本应关闭', 'the port is open and should be closed'];
    case 'unknown_host':
      return [
        `找不到主机 ${message.host}（${message.reason}）`,
        `the host ${message.host} is not known (${message.reason})`,
      ];
    case 'barred':
      return [
        `主机名 ${message.host} 指向 ${message.address}，属于链路本地或保留地址，已拒绝`,
        `the name ${message.host} leads to ${message.address}, a link-local or reserved address: refused`,
      ];
    case 'untrusted':
      return [`证书链不可信（${message.reason}）`, `the chain is not trusted (${message.reason})`];
    case 'certificate':
      return [
        `${message.name}，到期 ${message.until}，证书链 ${message.chain}`,
        `${message.name}, valid until ${message.until}, chain ${message.chain}`,
      ];
    case 'expired':
      return [`已于 ${message.until} 过期`, `expired on ${message.until}`];
    case 'not_yet':
      return [`${message.from} 才生效`, `not valid before ${message.from}`];
    case 'self_signed':
      return ['自签名证书', 'self-signed'];
    case 'wrong_host':
      return [
        `证书不是签给 ${message.host} 的（${message.names}）`,
        `not issued for ${message.host} (${message.names})`,
      ];
    case 'no_certificate':
      return [`没有拿到证书（${message.reason}）`, `no certificate was presented (${message.reason})`];
    case 'unreadable':
      return [`无法读取（${message.reason}）`, `cannot be read (${message.reason})`];
    case 'not_here':
      return [`这个系统上没有${message.what}`, `${message.what} is not known on this system`];
  }
}
