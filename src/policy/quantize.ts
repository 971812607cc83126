import type { Linear } from './learner.js';

export interface Quantized {
  readonly scale: Float32Array;
  readonly weights: Int8Array;
}

/** 8-bit weights with one scale a feature: the largest weight of a row becomes ±127. Rows are `stride` long, zeros after the classes. */
export function quantize({ weights, bias }: Linear, stride = bias.length): Quantized {
  const classes = bias.length;
  const features = classes === 0 ? 0 : weights.length / classes;
  const scale = new Float32Array(features);
  const rounded = new Int8Array(features * stride);
  for (let feature = 0; feature < features; feature += 1) {
    const row = weights.subarray(feature * classes, (feature + 1) * classes);
    let largest = 0;
    for (const weight of row) largest = Math.max(largest, Math.abs(weight));
    if (largest === 0) continue;
    const step = Math.fround(largest / 127);
    scale[feature] = step;
    for (let own = 0; own < classes; own += 1) {
      rounded[feature * stride + own] = Math.round((row[own] as number) / step);
    }
  }
  return { scale, weights: rounded };
}
