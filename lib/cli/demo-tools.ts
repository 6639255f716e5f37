/** Takes one of several. */
export type Pick = <T>(items: readonly [T, ...T[]]) => T;

export type DemoTool = {
  id: string;
  /** What the owner writes instead of the server's text where that does not pass the lint. */
  description?: string;
  /** Sentences an agent may come with. */
  intents: readonly [string, ...string[]];
  /** Arguments that work. `files` is the demo's folder. */
  args: (pick: Pick, files: string) => Record<string, unknown>;
};

const FILES = ['runbooks/deploy.md', 'runbooks/incident.md', 'notes/handover.md'] as const;
const NAMES = ['checkout', 'billing', 'search', 'payments team'] as const;

/** The dozen tools the script promotes and calls. All of them are LOW or MEDIUM as they arrive. */
export const DEMO_TOOLS: readonly DemoTool[] = [
  {
    id: 'filesystem.read_text_file',
    description:
      'Reads one text file and returns its contents, all of it or only the first or last lines. Changes nothing.',
    intents: [
      'what does the text of the deploy runbook say',
      'show the contents of the handover notes',
    ],
    args: (pick, files) => ({ path: `${files}/${pick(FILES)}` }),
  },
  {
    id: 'filesystem.list_directory',
    description: 'Lists the files and folders inside one folder by name and kind. Changes nothing.',
    intents: ['which files are there for runbooks', 'what is inside the notes folder'],
    args: (pick, files) => ({ path: `${files}/${pick(['runbooks', 'notes', 'data'])}` }),
  },
  {
    id: 'filesystem.search_files',
    description:
      'Finds files and folders whose names match a pattern, in a folder and all below it. Changes nothing.',
    intents: ['find documents whose name matches incident', 'search for the list of services'],
    args: (pick, files) => ({ path: files, pattern: pick(['**/*.md', '**/*.csv']) }),
  },
  {
    id: 'filesystem.get_file_info',
    description:
      'Returns size, times, kind and permissions of one file or folder. Reads no contents and changes nothing.',
    intents: ['size and times of the incident runbook', 'who has permissions on this document'],
    args: (pick, files) => ({ path: `${files}/${pick(FILES)}` }),
  },
  {
    id: 'filesystem.directory_tree',
    description:
      'Returns everything below one folder as a tree of names, folders inside folders. Changes nothing.',
    intents: ['outline of all folders as a tree'],
    args: (_pick, files) => ({ path: files }),
  },
  {
    id: 'memory.search_nodes',
    description:
      'Searches the knowledge graph for people, services and teams whose name, kind or notes match a word. Changes nothing.',
    intents: [
      'which team owns the checkout service',
      'search what we know about billing',
      'people on call',
    ],
    args: (pick) => ({ query: pick(NAMES) }),
  },
  {
    id: 'memory.open_nodes',
    description:
      'Returns entries of the knowledge graph by their exact names, with their notes and relations. Changes nothing.',
    intents: ['open the entries named payments team', 'relations of a service by its exact name'],
    args: (pick) => ({ names: [pick(NAMES)] }),
  },
  {
    id: 'memory.read_graph',
    description:
      'Returns the whole knowledge graph: every entry with its notes, and every relation. Changes nothing.',
    intents: ['the whole graph of services and their relations'],
    args: () => ({}),
  },
  {
    id: 'memory.add_observations',
    description:
      'Adds notes to entries that are already in the knowledge graph. Writes to the graph; removes nothing.',
    intents: ['add a note that billing was slow today', 'write what we learned to the graph'],
    args: (pick) => ({
      observations: [
        { entityName: pick(NAMES), contents: [pick(['Checked by traffic.', 'Looks healthy.'])] },
      ],
    }),
  },
  {
    id: 'everything.get-sum',
    description: 'Adds two numbers and returns their sum. Changes nothing.',
    intents: ['sum of two figures', 'add up these numbers'],
    args: (pick) => ({ a: pick([2, 17, 230]), b: pick([5, 40, 1200]) }),
  },
  {
    id: 'everything.echo',
    description: 'Returns the message it was given, word for word. Changes nothing.',
    intents: ['return this message word for word'],
    args: (pick) => ({ message: pick(['hello', 'is this on?', 'one two three']) }),
  },
  {
    id: 'everything.get-structured-content',
    description:
      'Returns the weather of one of three cities as temperature, conditions and humidity. Changes nothing.',
    intents: ['weather in Chicago', 'temperature and humidity of a city'],
    args: (pick) => ({ location: pick(['New York', 'Chicago', 'Los Angeles']) }),
  },
];
