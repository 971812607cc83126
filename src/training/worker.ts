import { parentPort, workerData } from 'node:worker_threads';
import type { ProtocolData } from './protocol-data.js';
import { trained } from './trained.js';

parentPort?.postMessage(trained(workerData as ProtocolData));
