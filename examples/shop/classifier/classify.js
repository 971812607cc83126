// Says what a customer's message is about. A line {"id", "text"} in, a line {"id", "label", "score"} out.
import { createInterface } from 'node:readline';

const rules = [
  ['refund', /refund|money back|return|退款|退货|退钱/i],
  ['coupon', /coupon|discount|voucher|优惠券|折扣|满减/i],
  ['delivery', /deliver|ship|parcel|arrive|快递|发货|物流|送到/i],
];

function classify(text) {
  const hits = rules.filter(([, words]) => words.test(text));
  const [first] = hits;
  return { label: first?.[0] ?? 'order', score: hits.length === 1 ? 0.9 : 0.5 };
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, text } = JSON.parse(line);
  console.log(JSON.stringify({ id, ...classify(text) }));
}
