'use client';

import { CodeBlock } from '@/components/ui/code-block';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { ConnectTest } from './connect-test';

type Props = { baseUrl: string; agentId: string; hasKey: boolean };

/** How a program reaches Capstan as this agent: ready to copy, and a call to try it. */
export function Connect({ baseUrl, agentId, hasKey }: Props) {
  const key = '$CAPSTAN_KEY';
  return (
    <div className="grid gap-4">
      <ConnectTest agentId={agentId} hasKey={hasKey} />
      <Tabs defaultValue="mcp">
        <TabsList aria-label="Ways in">
          <TabsTrigger value="mcp">MCP</TabsTrigger>
          <TabsTrigger value="curl">curl</TabsTrigger>
        </TabsList>
        <TabsContent value="mcp" className="grid gap-4">
          <CodeBlock title="Configuration of an MCP client" code={mcpConfig(baseUrl)} />
          <p className="text-muted text-table">
            Put a key of this agent in place of <code className="font-mono">CAPSTAN_KEY</code>. The
            client sees <code className="font-mono">discover_capabilities</code>,{' '}
            <code className="font-mono">describe_capability</code>,{' '}
            <code className="font-mono">invoke_capability</code> and{' '}
            <code className="font-mono">get_approval</code>.
          </p>
        </TabsContent>
        <TabsContent value="curl" className="grid gap-4">
          <CodeBlock title="1. Discover" code={discoverCurl(baseUrl, key)} />
          <CodeBlock title="2. Invoke one of them" code={invokeCurl(baseUrl, key)} />
        </TabsContent>
      </Tabs>
    </div>
  );
}

function mcpConfig(baseUrl: string): string {
  const server = {
    type: 'http',
    url: `${baseUrl}/api/mcp`,
    headers: { Authorization: 'Bearer CAPSTAN_KEY' },
  };
  return JSON.stringify({ mcpServers: { capstan: server } }, null, 2);
}

function discoverCurl(baseUrl: string, key: string): string {
  return [
    `curl -sS ${baseUrl}/api/v1/capabilities/discover \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '{"query": "read a text file", "include_schemas": true}'`,
  ].join('\n');
}

function invokeCurl(baseUrl: string, key: string): string {
  return [
    `curl -sS ${baseUrl}/api/v1/capabilities/CAPABILITY_ID/invoke \\`,
    `  -H "Authorization: Bearer ${key}" \\`,
    "  -H 'Content-Type: application/json' \\",
    '  -H "Idempotency-Key: $(uuidgen)" \\',
    `  -d '{"arguments": {}}'`,
  ].join('\n');
}
