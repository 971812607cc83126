/** The library: `import { createApp } from 'environment-runtime'`. */
export { createApp, NothingStoredError } from './app.js';
export type { AgentFaces, InvokeRequest, InvokeResult } from './app-agents-interface.js';
export type { App, AppOptions, ReplayOptions, RouteOptions, RunRequest, WatchOptions } from './app-interface.js';
export type { Config } from './config/config.js';
export type { Candidate, Decision, Policy, PolicyInput } from './controller/policy.js';
export type { Language } from './environment/language.js';
export type {
  Environment,
  PendingQuestion,
  Round,
  Summary,
  Task,
  TaskRecord,
  TaskStatus,
  TrackEvent,
} from './environment/types.js';
export { ProductError, UsageError } from './errors/product-error.js';
export type { Said } from './errors/said.js';
export { gateAction } from './protocol/gates.js';
export type { RoundResult, TokenUsage } from './rounds/result.js';
