import { TextLink } from '@/components/ui/text-link';

/** Whose a thing is, under its title. */
export function OwnedBy({ team, name }: { team: string; name: string }) {
  return (
    <span>
      owned by <TextLink href={`/people/teams/${team}`}>{name}</TextLink>
    </span>
  );
}
