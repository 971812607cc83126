import { type Language, say } from '../../kit/language.js';
import type { Refusal } from '../../kit/run-workflow.js';

/** What the reader of a result must know besides the figures. */
export type Note =
  | Refusal
  | { code: 'unknown_host'; host: string; message: string }
  | { code: 'barred_address'; host: string; address: string }
  | { code: 'redirect'; url: string; to: string }
  | { code: 'redirects'; url: string; hops: number }
  | { code: 'followed'; from: string; to: string }
  | { code: 'client_error'; url: string; method: string; status: number }
  | { code: 'unreachable'; url: string; message: string }
  | { code: 'untrusted'; url: string; message: string }
  | { code: 'no_answer'; url: string; seconds: number }
  | { code: 'hung_up'; url: string }
  | { code: 'not_http'; url: string; message: string }
  | { code: 'nothing_answered'; seconds: number }
  | { code: 'died'; after_s: number; of_s: number }
  | { code: 'fewer_connections'; connections: number; rate: number }
  | { code: 'rate_missed'; rate: number; reached: number }
  | { code: 'insecure' }
  | { code: 'saw'; message: string; count: number };

export function sayNote(note: Note, language: Language): string {
  const [zh, en] = inBoth(note);
  return say(language, zh, en);
}

function inBoth(note: Note): [zh: string, en: string] {
  switch (note.code) {
    case 'bad_input':
      return [`输入有误：${note.message[0]}`, `bad input: ${note.message[1]}`];
    case 'crashed':
      return [`perftest 自身出错：${note.message[0]}`, `perftest itself failed: ${note.message[1]}`];
    case 'unknown_host':
      return [`找不到主机 ${note.host}（${note.message}）`, `the host ${note.host} is not known (${note.message})`];
    case 'barred_address':
      return [
        `主机名 ${note.host} 指向 ${note.address}，属于链路本地或保留地址，已拒绝。确实要压测时请直接写出这个地址`,
        `the name ${note.host} leads to ${note.address}, a link-local or reserved address: refused. If it is meant, write the address itself`,
      ];
    case 'redirect':
      return [
        `${note.url} 重定向到另一个主机 ${note.to}，没有跟过去。要压测它请在请求里直接写明`,
        `${note.url} redirects to another host, ${note.to}, which was not followed. To drive it, name it in the request`,
      ];
    case 'redirects':
      return [`${note.url} 重定向超过 ${note.hops} 次`, `${note.url} redirects more than ${note.hops} times`];
    case 'followed':
      return [
        `${note.from} 重定向到 ${note.to}，压测的是后者`,
        `${note.from} redirects to ${note.to}, which was driven`,
      ];
    case 'client_error':
      return [
        `${note.method} ${note.url} 返回 ${note.status}，没有可测的内容。请检查路径、方法和请求头`,
        `${note.method} ${note.url} answers ${note.status}: there is nothing to measure. Check path, method and headers`,
      ];
    case 'unreachable':
      return [
        `连不上 ${note.url}（${note.message}）。服务启动了吗？`,
        `${note.url} cannot be reached (${note.message}). Is the service running?`,
      ];
    case 'untrusted':
      return [
        `${note.url} 的证书不可信（${note.message}）。测试环境可加 insecure=true，或用 NODE_EXTRA_CA_CERTS 指定私有 CA`,
        `the certificate of ${note.url} is not trusted (${note.message}). For a test system add insecure=true, or name a private CA in NODE_EXTRA_CA_CERTS`,
      ];
    case 'no_answer':
      return [`${note.url} 在 ${note.seconds} 秒内没有应答`, `${note.url} gave no answer within ${note.seconds} s`];
    case 'hung_up':
      return [`${note.url} 没有应答就断开了连接`, `${note.url} closed the connection without an answer`];
    case 'not_http':
      return [
        `${note.url} 的应答不是有效的 HTTP（${note.message}）`,
        `${note.url} does not answer in valid HTTP (${note.message})`,
      ];
    case 'nothing_answered':
      return [
        `${note.seconds.toFixed(1)} 秒里没有收到一个完整的应答`,
        `not one complete answer came in ${note.seconds.toFixed(1)} s`,
      ];
    case 'died':
      return [
        `目标在第 ${note.after_s.toFixed(1)} 秒（共 ${note.of_s} 秒）后不再应答，压测提前停止`,
        `the target stopped answering after ${note.after_s.toFixed(1)} of ${note.of_s} s; the load was stopped`,
      ];
    case 'fewer_connections':
      return [
        `速率 ${note.rate}/秒 低于并发数，实际使用 ${note.connections} 个连接`,
        `the rate of ${note.rate}/s is below the connections asked for; ${note.connections} were used`,
      ];
    case 'rate_missed':
      return [
        `要求每秒 ${note.rate} 次，实际只达到 ${note.reached.toFixed(1)} 次`,
        `${note.rate} requests per second were asked for, ${note.reached.toFixed(1)} were reached`,
      ];
    case 'insecure':
      return ['没有检查证书（insecure）', 'certificates were not checked (insecure)'];
    case 'saw':
      return [`出错 ${note.count} 次：${SAW_ZH[note.message] ?? note.message}`, `${note.count} × ${note.message}`];
  }
}

/** What the client says itself; the rest are codes. */
const SAW_ZH: Readonly<Record<string, string>> = {
  'timed out': '超时',
  'closed before the answer was complete': '应答没有完就断开了',
  'no answer by the end of the run': '到压测结束也没有应答',
};
