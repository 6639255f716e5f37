import type { Definition } from '@/lib/core/intake';
import { Prisma } from '@/lib/db/generated/client';
import { asJson } from '../catalog/rows';
import { schemaHash } from '../catalog/schema-hash';
import { findingsOf } from './definition-findings';

/** The columns that come from the provider's word; shared by first arrival and a refreshed draft. */
export function definitionColumns(definition: Definition) {
  const { inputSchema, outputSchema, annotations } = definition;
  return {
    name: definition.name,
    title: definition.title ?? '',
    description: definition.description,
    risk: definition.risk,
    inputSchema: asJson(inputSchema),
    outputSchema: outputSchema ? asJson(outputSchema) : Prisma.DbNull,
    annotations: asJson(annotations),
    schemaHash: schemaHash({ inputSchema, outputSchema, annotations }),
    metadata: asJson(definition.metadata),
    findings: asJson(findingsOf(definition)),
  };
}

/** What is kept of the provider's word, to compare the next one with. */
export function liveDefinition(definition: Definition): Prisma.InputJsonValue {
  const { name, title, description, inputSchema, outputSchema, annotations } = definition;
  const live = { name, title, description, inputSchema, outputSchema, annotations };
  return JSON.parse(JSON.stringify(live));
}
