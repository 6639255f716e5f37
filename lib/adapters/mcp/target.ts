export type StdioConfig = {
  command: string;
  args: string[];
  cwd?: string;
  /** All a child gets, besides a minimal PATH where none is listed. */
  env: Record<string, string>;
  /** Variable name -> secret reference, resolved when the child starts. */
  secrets: Record<string, string>;
};

export type McpEndpoint =
  | ({ kind: 'stdio' } & StdioConfig)
  | {
      kind: 'http';
      url: string;
      /** Header name -> secret reference; a call's own credential goes before these. */
      headersFromSecret?: Record<string, string>;
    };

/** A provider as the adapter sees it. `key` tells providers apart: tenant and id. */
export type McpTarget = { key: string; endpoint: McpEndpoint };

export type ResolveSecret = (reference: string) => Promise<string> | string;
