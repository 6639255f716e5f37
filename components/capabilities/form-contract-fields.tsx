'use client';

import { JsonEditor } from '@/components/catalog/json-editor';
import { Card } from '@/components/ui/card';
import { isJsonObject } from '@/lib/core/shared/json';
import type { Finding } from '@/lib/schemas/capability-answers';
import type { FieldsProps } from './capability-form';
import { FindingsList } from './findings-list';
import { errorOf } from './form-values';
import { GatesAt } from './gates-at';

/** Schemas, annotations and the safe example, as JSON. */
export function ContractFields(props: FieldsProps & { findings: readonly Finding[] }) {
  const { values, set, errors, findings, gates } = props;
  const schemaFindings = findings.filter((finding) => finding.path.startsWith('input'));
  return (
    <Card
      title="Contract"
      description="What callers send and get. In production a change of this makes a new version."
    >
      <div className="grid gap-4">
        <div id="input-schema" className="grid scroll-mt-20 gap-2">
          <JsonEditor
            label="Input schema"
            rows={8}
            objectOnly
            value={values.input_schema}
            error={errorOf(errors, 'input_schema')}
            onChange={(value) => isJsonObject(value) && set('input_schema', value)}
          />
          <GatesAt gates={gates} field="input_schema" />
          <FindingsList findings={schemaFindings} />
        </div>
        <JsonEditor
          label="Output schema"
          rows={4}
          objectOnly
          hint="Leave empty when the answer is not declared."
          value={values.output_schema ?? undefined}
          error={errorOf(errors, 'output_schema')}
          onChange={(value) => set('output_schema', isJsonObject(value) ? value : null)}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <JsonEditor
            label="Annotations"
            rows={4}
            objectOnly
            hint="readOnlyHint, destructiveHint, idempotentHint, openWorldHint."
            value={values.annotations}
            error={errorOf(errors, 'annotations')}
            onChange={(value) => set('annotations', isJsonObject(value) ? value : {})}
          />
          <JsonEditor
            anchor="safe-example"
            label="Safe example"
            rows={4}
            objectOnly
            hint="Arguments of a call that does no harm at any time; the smoke call uses them."
            value={values.safe_example ?? undefined}
            error={errorOf(errors, 'safe_example')}
            onChange={(value) => set('safe_example', isJsonObject(value) ? value : null)}
          />
          <GatesAt gates={gates} field="smoke" />
        </div>
      </div>
    </Card>
  );
}
