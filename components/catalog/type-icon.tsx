import {
  BookOpenText,
  Bot,
  Braces,
  Database,
  FileText,
  Globe,
  type LucideIcon,
  MessageSquareText,
  Workflow,
  Wrench,
} from 'lucide-react';
import { cn } from '@/components/ui/cn';
import type { CapabilityType } from '@/lib/core/shared/domain';

export const TYPE_LOOK: Record<CapabilityType, { label: string; icon: LucideIcon }> = {
  MCP_TOOL: { label: 'MCP tool', icon: Wrench },
  MCP_RESOURCE: { label: 'MCP resource', icon: FileText },
  MCP_PROMPT: { label: 'MCP prompt', icon: MessageSquareText },
  REST_TOOL: { label: 'REST tool', icon: Globe },
  NATIVE_TOOL: { label: 'Native tool', icon: Braces },
  DB_TOOL: { label: 'Database tool', icon: Database },
  SKILL: { label: 'Skill', icon: BookOpenText },
  SUB_AGENT: { label: 'Sub-agent', icon: Bot },
  WORKFLOW: { label: 'Workflow', icon: Workflow },
};

type TypeIconProps = { type: CapabilityType; withLabel?: boolean; className?: string };

/** What kind of thing it is; alone the icon carries its name. */
export function TypeIcon({ type, withLabel = false, className }: TypeIconProps) {
  const { label, icon: Icon } = TYPE_LOOK[type];
  if (!withLabel) {
    return (
      <span title={label} className={cn('inline-flex shrink-0 text-muted', className)}>
        <Icon aria-hidden className="size-4" />
        <span className="sr-only">{label}</span>
      </span>
    );
  }
  return (
    <span
      className={cn('inline-flex items-center gap-1.5 whitespace-nowrap align-middle', className)}
    >
      <Icon aria-hidden className="size-4 shrink-0 text-muted" />
      {label}
    </span>
  );
}
