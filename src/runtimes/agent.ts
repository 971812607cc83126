/** A configured agent: the JSON that `agents add` takes and `agents show` prints. Each edit is a revision that never changes. */
export interface Agent {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly instructions?: string;
  readonly channelId: string;
  /** One of the channel's models. */
  readonly modelId: string;
  readonly reasoningEffort?: string;
  readonly tags: readonly string[];
  /** Made with its channel; a user's edit clears it. */
  readonly managed?: boolean;
}

/** The agent that each channel gets once. */
export const managedAgentId = (channelId: string): string => `runtime-agent:${channelId}`;
