import { Card } from '@/components/ui/card';
import { isJsonObject, type JsonObject } from '@/lib/core/shared/json';
import type { Finding } from '@/lib/schemas/capability-answers';
import { FindingsList } from './findings-list';

type Props = {
  name: string;
  description: string;
  inputSchema: JsonObject;
  findings: readonly Finding[];
};

/** Name, description and parameters exactly as a model is given them, with what the lint says. */
export function ModelView({ name, description, inputSchema, findings }: Props) {
  const properties = isJsonObject(inputSchema.properties) ? inputSchema.properties : {};
  const required = Array.isArray(inputSchema.required) ? inputSchema.required : [];
  const lines = Object.entries(properties).map(([key, schema]) => ({
    key,
    type: isJsonObject(schema) && typeof schema.type === 'string' ? schema.type : 'any',
    text: isJsonObject(schema) && typeof schema.description === 'string' ? schema.description : '',
    required: required.includes(key),
  }));
  return (
    <Card
      title="As the model sees it"
      description={`${description.length.toLocaleString('en')} of 1,024 characters`}
    >
      <div className="rounded-md border bg-subtle p-3 font-mono text-xs leading-5">
        <p className="font-medium">{name}</p>
        <p className="mt-1 whitespace-pre-wrap break-words">
          {description || <span className="text-muted">No description.</span>}
        </p>
        {lines.length > 0 && (
          <ul className="mt-2 border-t pt-2">
            {lines.map((line) => (
              <li key={line.key} className="break-words">
                {line.key}
                <span className="text-muted">
                  {line.required ? '' : '?'}: {line.type}
                  {line.text && ` – ${line.text}`}
                </span>
              </li>
            ))}
          </ul>
        )}
      </div>
      <FindingsList findings={findings} className="mt-3" />
    </Card>
  );
}
