export { createMcpAdapter, type McpAdapter } from './adapter';
export { failed, isMcpFailure, type McpFailure } from './failure';
export type { Listing, ListKind, ListOptions, ListProgress, ListWarning } from './list';
export {
  type ProviderEntry,
  ProvidersFileError,
  parseProvidersFile,
  readProvidersFile,
} from './providers-file';
export { McpSessions, type SessionsOptions } from './sessions';
export type { McpEndpoint, McpTarget, ResolveSecret, StdioConfig } from './target';
