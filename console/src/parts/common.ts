// The parts that most pages use come with the first script. In files of their own they would take less than a kilobyte
// each, and a browser takes longer for ten small files than for one of their size.
import './chart/bars.tsx';
import './chart/line-chart.tsx';
import './chart/spark.tsx';
import './code.tsx';
import './combobox.tsx';
import './head.tsx';
import './menu.tsx';
