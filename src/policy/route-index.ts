/** The route index: how well a text fits each registered type. Pure: no file, no clock, no chance. */
export { addLabel } from './add-label.js';
export { type CalibrationSample, calibrate } from './calibrate.js';
export { type Calibration, confidence, margin } from './calibration.js';
export { SHIPPED_CALIBRATION } from './calibration-constants.js';
export { type Explanation, explain, type Reason } from './explain.js';
export { IndexFormatError, open, serialize, version } from './index-file.js';
export type { IndexLabel, RouteIndex, RouteRow, WholeIndex } from './index-layout.js';
export { INTENTS, type Intent, isIntent } from './intents.js';
export { maskLabels } from './mask-labels.js';
export { packageRows, type RoutedPackage } from './package-rows.js';
export { columnsOf, type RouteColumn, rowsOf } from './route-column.js';
export { columnHash, rowsHash, saidHash } from './rows-hash.js';
export { type RouteScore, type RouteScores, score } from './score.js';
export { takeIn } from './take-in.js';
export { trainIndex } from './train-index.js';
