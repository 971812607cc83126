import type { ModelConfig } from '../config/config.js';
import type { Store } from '../store/open.js';
import { RUNTIME_IDS, type RuntimeId } from './catalog.js';
import type { RuntimeDriver } from './driver.js';
import { modelCallsOf } from './model-calls-of.js';
import { DriverRefusedError } from './registry-errors.js';
import { EXECUTION_MODES, SURFACES } from './request.js';

/** A driver that is loaded when it is first needed. */
export interface DriverLoader {
  readonly runtimeId: RuntimeId;
  load(): Promise<RuntimeDriver>;
}

/** What drivers are made with. */
export interface DriverMaterial {
  /** The language models of graph.yaml. */
  readonly model: ModelConfig;
  /** Where calls of language models are entered. */
  readonly store: Store;
}

/** The back-ends of the product, one line each. */
export function builtIn({ model, store }: DriverMaterial): readonly DriverLoader[] {
  return [
    { runtimeId: 'codex', load: async () => (await import('./drivers/codex/driver.js')).createCodexDriver() },
    { runtimeId: 'claude', load: async () => (await import('./drivers/claude/driver.js')).createClaudeDriver() },
    {
      runtimeId: 'api',
      load: async () => {
        const { createApiDriver } = await import('./drivers/api/driver.js');
        return createApiDriver({ models: model, ledger: modelCallsOf(store) });
      },
    },
    { runtimeId: 'acp', load: async () => (await import('./drivers/acp/driver.js')).createAcpDriver() },
    { runtimeId: 'gemini', load: async () => (await import('./drivers/acp/driver.js')).createGeminiDriver() },
    { runtimeId: 'qwen', load: async () => (await import('./drivers/acp/driver.js')).createQwenDriver() },
    { runtimeId: 'pi', load: async () => (await import('./drivers/pi/driver.js')).createPiDriver() },
    { runtimeId: 'opencode', load: async () => (await import('./drivers/opencode/driver.js')).createOpencodeDriver() },
    { runtimeId: 'openclaw', load: async () => (await import('./drivers/openclaw/driver.js')).createOpenclawDriver() },
    { runtimeId: 'hermes', load: async () => (await import('./drivers/hermes/driver.js')).createHermesDriver() },
    { runtimeId: 'dsh', load: async () => (await import('./drivers/dsh/driver.js')).createDshDriver() },
  ];
}

export interface Registry {
  /** Null where none is registered. Throws DriverRefusedError. */
  driver(runtimeId: RuntimeId): Promise<RuntimeDriver | null>;
  /** In the order of the catalog; loads all of them. */
  all(): Promise<readonly RuntimeDriver[]>;
  /** Those that were needed so far. */
  loaded(): readonly RuntimeDriver[];
}

/** Throws DriverRefusedError where two are of one runtime; what a driver declares is checked when it is loaded. */
export function createRegistry(loaders: readonly DriverLoader[]): Registry {
  const byRuntime = new Map<RuntimeId, DriverLoader>();
  for (const loader of loaders) {
    if (byRuntime.has(loader.runtimeId)) throw new DriverRefusedError(loader.runtimeId, TWICE);
    byRuntime.set(loader.runtimeId, loader);
  }
  const loading = new Map<RuntimeId, Promise<RuntimeDriver>>();
  const loaded: RuntimeDriver[] = [];
  const load = async (loader: DriverLoader): Promise<RuntimeDriver> => {
    const driver = await loader.load();
    checkDeclaration(loader.runtimeId, driver);
    loaded.push(driver);
    return driver;
  };
  const driver = async (runtimeId: RuntimeId): Promise<RuntimeDriver | null> => {
    const loader = byRuntime.get(runtimeId);
    if (loader === undefined) return null;
    const known = loading.get(runtimeId) ?? load(loader);
    loading.set(runtimeId, known);
    return known;
  };
  return {
    driver,
    async all() {
      const drivers = await Promise.all(RUNTIME_IDS.map(driver));
      return drivers.filter((one) => one !== null);
    },
    loaded: () => loaded,
  };
}

const TWICE = { en: 'it is registered twice', zh: '被注册了两次' };

/** Refuses what a driver declares and does not offer. */
function checkDeclaration(runtimeId: RuntimeId, driver: RuntimeDriver): void {
  const refuse = (en: string, zh: string): never => {
    throw new DriverRefusedError(runtimeId, { en, zh });
  };
  if (driver.runtimeId !== runtimeId)
    refuse(`it is the driver of ${driver.runtimeId}`, `它是 ${driver.runtimeId} 的驱动`);
  if (driver.codec !== undefined && driver.codec.runtimeId !== runtimeId) {
    refuse(`its codec belongs to ${driver.codec.runtimeId}`, `它的编解码器属于 ${driver.codec.runtimeId}`);
  }
  for (const surface of SURFACES) {
    for (const mode of EXECUTION_MODES) {
      const policies = driver.surfaces[surface]?.[mode];
      if (policies === undefined) continue;
      if (policies.length === 0) refuse(`${surface}/${mode} names no policy`, `${surface}/${mode} 没有列出策略`);
      const method = methodFor(surface, mode);
      if (method === null || driver[method] === undefined) {
        refuse(`${surface}/${mode} has no method ${method ?? ''}`, `${surface}/${mode} 缺少方法 ${method ?? ''}`);
      }
      // A session that is deleted is one that is there: nothing else makes sense, and one word for it is enough.
      if (surface === 'cleanup' && policies.some((policy) => policy !== 'resume-required')) {
        refuse('cleanup is always resume-required', 'cleanup 只能是 resume-required');
      }
    }
  }
}

/** What serves a surface in a mode; null where nothing can. */
function methodFor(
  surface: (typeof SURFACES)[number],
  mode: (typeof EXECUTION_MODES)[number],
): 'createOneShot' | 'createInteractive' | 'testChannel' | 'deleteSession' | null {
  if (surface === 'cleanup') return mode === 'oneshot' ? 'deleteSession' : null;
  if (surface === 'channel-test') return mode === 'oneshot' ? 'testChannel' : null;
  return mode === 'oneshot' ? 'createOneShot' : 'createInteractive';
}
