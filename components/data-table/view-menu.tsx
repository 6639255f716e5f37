'use client';

import { Columns3, Rows3 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import {
  DropdownMenu,
  DropdownMenuCheckboxItem,
  DropdownMenuContent,
  DropdownMenuLabel,
  DropdownMenuRadioGroup,
  DropdownMenuRadioItem,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/components/ui/dropdown-menu';
import { DENSITIES, type Density } from './state';

const DENSITY_LABEL: Record<Density, string> = { comfortable: 'Comfortable', compact: 'Compact' };

type ViewMenuProps = {
  columns: readonly { id: string; header: string; shown: boolean }[];
  onToggle: (id: string) => void;
  density: Density;
  onDensity: (density: Density) => void;
};

/** Which columns, how tall the rows. */
export function ViewMenu({ columns, onToggle, density, onDensity }: ViewMenuProps) {
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button size="sm" aria-label="Columns and density">
          <Columns3 aria-hidden />
          <span className="max-sm:hidden">Columns</span>
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent className="w-52">
        <DropdownMenuLabel>Columns</DropdownMenuLabel>
        {columns.map((column) => (
          <DropdownMenuCheckboxItem
            key={column.id}
            checked={column.shown}
            onSelect={(event) => event.preventDefault()}
            onCheckedChange={() => onToggle(column.id)}
          >
            {column.header}
          </DropdownMenuCheckboxItem>
        ))}
        <DropdownMenuSeparator />
        <DropdownMenuLabel>Density</DropdownMenuLabel>
        <DropdownMenuRadioGroup value={density}>
          {DENSITIES.map((value) => (
            <DropdownMenuRadioItem key={value} value={value} onSelect={() => onDensity(value)}>
              <Rows3 aria-hidden className="text-muted" />
              {DENSITY_LABEL[value]}
            </DropdownMenuRadioItem>
          ))}
        </DropdownMenuRadioGroup>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}
